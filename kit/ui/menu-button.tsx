import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Icon } from './icon.tsx'
import './menu-button.css'

export interface MenuChoice<Value extends string> {
  readonly value: Value
  readonly label: string
  /** The language of the label, where it is not the page's. */
  readonly lang?: string
  /** Cannot be chosen, as the one that is in force already. */
  readonly disabled?: boolean
}

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
 * A button that opens a small menu of choices under it. Arrow keys move, Escape and a click elsewhere close, and the focus
 * returns to the button.
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
  useCloseElsewhere(root, isOpen, () => setOpen(false))
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
        <Choices
          {...props}
          id={menuId}
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

function useCloseElsewhere(root: React.RefObject<HTMLElement | null>, isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return
    const leave = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) close()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [root, isOpen, close])
}

interface ChoicesProps<Value extends string> {
  readonly id: string
  readonly label: string
  readonly choices: readonly MenuChoice<Value>[]
  readonly current?: Value | undefined
  readonly onChoose: (value: Value) => void
  readonly onClose: () => void
}

function Choices<Value extends string>({ id, label, choices, current, onChoose, onClose }: ChoicesProps<Value>) {
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => items(menu.current)[0]?.focus(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
      return
    }
    const next = nextItem(items(menu.current), event.key)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return (
    <div id={id} ref={menu} className="popover menu-choices" role="menu" tabIndex={-1} aria-label={label} onKeyDown={onKeyDown}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          role="menuitemradio"
          aria-checked={choice.value === current}
          disabled={choice.disabled}
          lang={choice.lang}
          onClick={() => onChoose(choice.value)}
        >
          <span>{choice.label}</span>
          {choice.value === current && <Icon name="check" size={14} />}
        </button>
      ))}
    </div>
  )
}

function items(menu: HTMLElement | null): readonly HTMLButtonElement[] {
  return [...(menu?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])]
}

function nextItem(all: readonly HTMLButtonElement[], key: string): HTMLButtonElement | undefined {
  const at = all.findIndex((item) => item === document.activeElement)
  if (key === 'ArrowDown') return all[(at + 1) % all.length]
  if (key === 'ArrowUp') return all.at(at <= 0 ? -1 : at - 1)
  if (key === 'Home') return all[0]
  return key === 'End' ? all.at(-1) : undefined
}
