import { useRouter } from '@tanstack/react-router'
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { useCloseElsewhere } from '#kit/ui/menu/use-close-elsewhere.ts'
import { useMedia } from '#kit/web/browser/use-media.ts'
import { useFindableLinks } from './use-findable-links.ts'
import type { FindableLink, SearchMenu } from './use-findable-links.ts'
import './menu-search.css'

/**
 * Searches the entries of the menu. Opens with its button and with Ctrl/⌘ K, to 350 px; arrow keys
 * choose, Enter opens, Escape closes.
 */
export function MenuSearch() {
  const translate = useTranslations('shell.search')
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const root = useRef<HTMLDivElement>(null)
  // Who only has fingers has no such keys.
  const hasPointer = useMedia('(any-hover: hover)')
  useShortcut(() => setOpen(true))
  useCloseElsewhere(root, isOpen, () => setOpen(false))
  const close = () => {
    setOpen(false)
    requestAnimationFrame(() => button.current?.focus())
  }
  return (
    <div ref={root} className="menu-search" role="search" aria-label={translate('label')}>
      {isOpen ? (
        <SearchField onClose={close} />
      ) : (
        <button
          ref={button}
          type="button"
          className="icon-button"
          aria-label={translate('open')}
          title={hasPointer ? `${translate('open')} (Ctrl K)` : translate('open')}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => setOpen(true)}
        >
          <Icon name="search" />
        </button>
      )}
    </div>
  )
}

function useShortcut(open: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey ||
        event.key.toLowerCase() !== 'k'
      )
        return
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [open])
}

let loaded: SearchMenu | undefined

/** The search itself comes with the first use of it, and is at hand from then on. */
function useSearch(): SearchMenu | undefined {
  const [search, setSearch] = useState(() => loaded)
  useEffect(() => {
    let isGone = false
    import('./search-menu.ts').then(
      ({ searchMenu }) => {
        loaded = searchMenu
        if (!isGone) setSearch(() => searchMenu)
      },
      () => {
        // Without its code nothing is found; the menu itself is there.
      },
    )
    return () => {
      isGone = true
    }
  }, [])
  return search
}

function SearchField({ onClose }: { readonly onClose: () => void }) {
  const translate = useTranslations('shell.search')
  const id = useId()
  const links = useFindableLinks()
  const search = useSearch()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const found = useMemo(() => search?.(links, typed) ?? [], [search, links, typed])
  const input = useRef<HTMLInputElement>(null)
  const open = useOpen(onClose)
  useEffect(() => input.current?.focus(), [])
  // Enter that is pressed before the search is there opens what it finds then.
  const [isEntered, setEntered] = useState(false)
  useEffect(() => {
    if (isEntered && found[0]) open(found[0])
  }, [isEntered, found, open])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      setChosen((chosen + step + found.length) % found.length)
    } else if (event.key === 'Enter' && !search) setEntered(true)
    else if (event.key === 'Enter' && found[chosen]) open(found[chosen])
    else if (event.key === 'Escape') onClose()
  }
  const isListed = typed.trim() !== '' && search !== undefined
  return (
    <>
      <span className="input">
        <Icon name="search" />
        <input
          ref={input}
          type="search"
          role="combobox"
          aria-label={translate('label')}
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={found[chosen] ? `${id}-${chosen}` : undefined}
          placeholder={translate('placeholder')}
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setEntered(false)
            setTyped(event.target.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
        />
      </span>
      <span className="visually-hidden" role="status">
        {isListed && translate('count', { count: found.length })}
      </span>
      {isListed && found.length === 0 && (
        <div className="popover menu-search-none">{translate('count', { count: 0 })}</div>
      )}
      <FoundList
        id={id}
        label={translate('label')}
        found={found}
        chosen={chosen}
        onPoint={setChosen}
        onOpen={open}
      />
    </>
  )
}

function useOpen(onClose: () => void): (link: FindableLink) => void {
  const router = useRouter()
  return (link) => {
    onClose()
    if (link.external === undefined) void router.navigate({ href: link.path })
    else window.open(link.external, '_blank', 'noopener,noreferrer')
  }
}

interface FoundListProps {
  readonly id: string
  readonly label: string
  readonly found: readonly FindableLink[]
  readonly chosen: number
  readonly onPoint: (at: number) => void
  readonly onOpen: (link: FindableLink) => void
}

function FoundList({ id, label, found, chosen, onPoint, onOpen }: FoundListProps) {
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={label}
      className="popover menu-search-list"
      hidden={found.length === 0}
    >
      {found.map((link, at) => (
        // The field keeps the focus; its keys choose and open.
        <div
          key={link.path}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === chosen}
          onPointerMove={() => onPoint(at)}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onOpen(link)}
          onKeyDown={(event) => event.key === 'Enter' && onOpen(link)}
        >
          <span className="clip words">{link.title}</span>
          {link.external && <Icon name="external" size={12} />}
        </div>
      ))}
    </div>
  )
}
