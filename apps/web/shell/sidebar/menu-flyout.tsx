import {
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { Icon, isIconName } from '#kit/ui/icon.tsx'
import { useCloseElsewhere } from '#kit/ui/menu/use-close-elsewhere.ts'

interface MenuFlyoutProps {
  readonly name: string
  readonly icon: string
  /** Whether one of its links is where the person is. */
  readonly isWithin: boolean
  /** The links; they close it. */
  readonly children: (close: () => void) => ReactNode
}

/** Whoever only crosses the icon on the way elsewhere is not shown the links. */
const hoverMs = 120

/**
 * A group of the folded menu: an icon whose links appear beside it, by a click, a key or the
 * pointer that stays. Escape closes them.
 */
export function MenuFlyout({ name, icon, isWithin, children }: MenuFlyoutProps) {
  const id = useId()
  const item = useRef<HTMLLIElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const hover = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [top, setTop] = useState<number | null>(null)
  const isByPointer = useRef(false)
  const close = useCallback(() => setTop(null), [])
  const open = () => setTop(button.current?.getBoundingClientRect().top ?? 0)
  useCloseElsewhere(item, top !== null, close)
  useEffect(() => () => clearTimeout(hover.current), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && top !== null) {
      close()
      button.current?.focus()
    }
  }
  const openByPointer = () => {
    isByPointer.current = top === null
    open()
  }
  const after = (step: () => void) => {
    clearTimeout(hover.current)
    hover.current = setTimeout(step, hoverMs)
  }
  return (
    // Keys and pointer events from inside are handled here.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      ref={item}
      onKeyDown={onKeyDown}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && after(openByPointer)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && after(close)}
    >
      <button
        ref={button}
        type="button"
        className="menu-group"
        title={name}
        aria-expanded={top !== null}
        aria-controls={id}
        data-within={isWithin ? '' : undefined}
        onClick={() => {
          clearTimeout(hover.current)
          // A click on what the pointer has just opened means to open it.
          if (top === null || isByPointer.current) open()
          else close()
          isByPointer.current = false
        }}
      >
        <Icon name={isIconName(icon) ? icon : 'document'} />
        <span>{name}</span>
      </button>
      <div
        id={id}
        className="menu-flyout"
        data-tab-stops=""
        hidden={top === null}
        style={{ top: top ?? 0 }}
      >
        <p aria-hidden="true">{name}</p>
        {children(close)}
      </div>
    </li>
  )
}
