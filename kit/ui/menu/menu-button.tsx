import { useId, useRef, useState, type ReactNode } from 'react'
import { MenuList, type MenuChoice } from './menu-list.tsx'
import { useCloseMenuElsewhere } from './use-close-elsewhere.ts'
import './menu-button.css'

interface MenuButtonProps<Value extends string> {
  /** What a screen reader calls the button. */
  readonly label: string
  readonly className: string
  /** What the button shows. */
  readonly children: ReactNode
  readonly choices: readonly MenuChoice<Value>[]
  /** The choice in force, marked with a tick. */
  readonly current?: Value | undefined
  readonly onChoose: (value: Value) => void
  /** For a button among pressed and unpressed ones. */
  readonly pressed?: boolean
}

/**
 * A button that opens a small menu of choices under it. Arrow keys move, Escape and a click
 * elsewhere close, and the focus returns to the button.
 */
export function MenuButton<Value extends string>(props: MenuButtonProps<Value>) {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const menuId = useId()
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  useCloseMenuElsewhere(root, isOpen, () => setOpen(false))
  return (
    <span className="menu-button" ref={root}>
      <button
        ref={button}
        type="button"
        className={props.className}
        aria-label={props.label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? menuId : undefined}
        aria-pressed={props.pressed}
        title={props.label}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {props.children}
      </button>
      {isOpen && (
        <MenuList
          {...props}
          id={menuId}
          className="menu-choices"
          onClose={close}
          onChoose={(value) => {
            close()
            props.onChoose(value)
          }}
        />
      )}
    </span>
  )
}
