import {
  useEffect,
  useLayoutEffect,
  useRef,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { Icon } from '../icon.tsx'
import { moveIntoWindow } from './move-into-window.ts'

export interface MenuChoice<Value extends string> {
  readonly value: Value
  readonly label: string
  /** A name alone, which begins on the side where its script begins. */
  readonly isName?: boolean
  /** By default one of several of which one is in force; an action; or words between choices. */
  readonly kind?: 'choice' | 'action' | 'heading'
  /** Stands behind the words of a heading. */
  readonly mark?: ReactNode
  /** The language of the label, where it is not the page's. */
  readonly lang?: string
  /** Cannot be chosen, as the one that is in force already. */
  readonly disabled?: boolean
}

interface MenuListProps<Value extends string> {
  readonly id?: string
  /** What a screen reader calls the menu. */
  readonly label: string
  readonly className: string
  readonly style?: CSSProperties
  readonly choices: readonly MenuChoice<Value>[]
  /** The choice in force, marked with a tick. */
  readonly current?: Value | undefined
  readonly onChoose: (value: Value) => void
  readonly onClose: () => void
}

/** The choices of an open menu. Takes the focus; arrow keys move, Escape closes. */
export function MenuList<Value extends string>(props: MenuListProps<Value>) {
  const { choices, current, onChoose, onClose } = props
  const menu = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (menu.current) moveIntoWindow(menu.current)
  }, [])
  useEffect(() => items(menu.current)[0]?.focus(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.stopPropagation()
      if (event.key === 'Escape') event.preventDefault()
      onClose()
      return
    }
    const next = nextItem(items(menu.current), event.key)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return (
    <div
      {...(props.id === undefined ? {} : { id: props.id })}
      ref={menu}
      className={`popover menu-list ${props.className}`}
      style={props.style}
      role="menu"
      tabIndex={-1}
      aria-label={props.label}
      onKeyDown={onKeyDown}
    >
      {choices.map((choice) => (
        <MenuItem
          key={choice.value}
          choice={choice}
          isCurrent={choice.value === current}
          onChoose={() => onChoose(choice.value)}
        />
      ))}
    </div>
  )
}

interface MenuItemProps {
  readonly choice: MenuChoice<string>
  readonly isCurrent: boolean
  readonly onChoose: () => void
}

function MenuItem({ choice, isCurrent, onChoose }: MenuItemProps) {
  if (choice.kind === 'heading')
    return (
      <div className="menu-heading" role="presentation" title={choice.label}>
        <span className="clip">{choice.label}</span>
        {choice.mark}
      </div>
    )
  const isAction = choice.kind === 'action'
  return (
    <button
      type="button"
      {...(isAction ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': isCurrent })}
      disabled={choice.disabled}
      lang={choice.lang}
      onClick={onChoose}
    >
      <span dir={choice.isName ? 'auto' : undefined} title={choice.label}>
        {choice.label}
      </span>
      {!isAction && isCurrent && <Icon name="check" size={14} />}
    </button>
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
