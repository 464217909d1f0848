import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useStickyBar } from '#kit/ui/use-sticky-bar.ts'
import type { Change } from '../content/changes.ts'
import './save-bar.css'

interface SaveBarProps {
  readonly changes: readonly Change[]
  readonly textOf: (change: Change) => string
  readonly isChanged: boolean
  readonly isPending: boolean
  /** The page itself cannot be saved any more. */
  readonly isClosed: boolean
  readonly onSave: () => void
  readonly onCancel: () => void
  /** Stands before the buttons. */
  readonly children?: ReactNode
}

/** How many changes are named; all are counted. */
const maximumNamed = 3

/** What was changed and is not saved, and the two ways out of the editor. */
export function SaveBar(props: SaveBarProps) {
  const { changes, textOf, isChanged, isPending, isClosed, onSave, onCancel, children } = props
  const translate = useTranslations('pages.save')
  const bar = useStickyBar('bottom')
  const named = changes.slice(0, maximumNamed).map(textOf).join(', ')
  return (
    <footer ref={bar} className="save-bar">
      <b>{isChanged ? translate('changes', { count: Math.max(1, changes.length) }) : ''}</b>
      <span className="save-words clip" title={changes.map(textOf).join(', ')}>
        {isChanged && named !== '' && `${named}. `}
        {translate('reference')}
      </span>
      <span className="grow" />
      {children}
      <button type="button" className="button" onClick={onCancel}>
        {translate('cancel')}
      </button>
      <button
        type="button"
        className="button primary"
        aria-disabled={!isChanged || isPending}
        onClick={() => {
          if (isChanged && !isPending) onSave()
        }}
      >
        {translate(isClosed ? 'own' : 'save')}
      </button>
    </footer>
  )
}
