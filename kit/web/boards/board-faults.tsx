import { useTranslations } from 'use-intl'
import type { Fault } from '#kit/ui/grid/layout/normalize-layout.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { isolated } from '../formats/isolated.ts'
import './board-faults.css'

/** A part of a board that is stored wrongly. */
export interface FaultyPart {
  /** Unique in the board. */
  readonly id: string
  readonly name: string
  readonly fault: Fault
}

interface BoardFaultsProps {
  readonly kind: 'page' | 'dashboard'
  readonly parts: readonly FaultyPart[]
}

/** What is wrong with a board as it is stored, and that it is shown otherwise. */
export function BoardFaults({ kind, parts }: BoardFaultsProps) {
  const translate = useTranslations('boards.faults')
  if (parts.length === 0) return null
  return (
    <details className="panel board-faults">
      <summary>
        <Icon name="warning" />
        {translate('title', { kind, count: parts.length })}
      </summary>
      <p>{translate('text', { kind })}</p>
      <ul>
        {parts.map(({ id, name, fault }) => (
          <li key={id}>{translate(fault, { name: isolated(name) })}</li>
        ))}
      </ul>
    </details>
  )
}
