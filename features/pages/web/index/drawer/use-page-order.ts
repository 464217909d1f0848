import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isolated } from '#kit/web/formats/isolated.ts'
import type { BoardSummary } from '../../../contract/board.ts'
import { useOrderPages } from '../../calls/use-page-changes.ts'
import { ownPages, reordered } from './page-order.ts'

export interface PageOrder {
  /** Moves an own page to a place among them; beyond their ends nothing happens. */
  readonly move: (id: string, place: number) => void
  /** Id of the page that a pointer has lifted. */
  readonly lifted: string | null
  readonly lift: (id: string | null) => void
  /** What a screen reader says of the latest move. */
  readonly announcement: string
  /** How many pages the person can order. */
  readonly count: number
}

/** The order of the pages, changed by the pointer or by keys. */
export function usePageOrder(pages: readonly BoardSummary[]): PageOrder {
  const translate = useTranslations('pages.drawer')
  const [lifted, lift] = useState<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const save = useOrderPages()
  const count = ownPages(pages).length
  const move = (id: string, place: number) => {
    const ids = reordered(pages, id, place)
    if (ids === null) return
    const name = isolated(pages.find((page) => page.id === id)?.name ?? '')
    setAnnouncement(translate('moved', { name, place: place + 1, count }))
    save.mutate(ids)
  }
  return { move, lifted, lift, announcement, count }
}
