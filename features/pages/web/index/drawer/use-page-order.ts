import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isolated } from '#kit/web/formats/isolated.ts'
import type { BoardSummary } from '../../../contract/board.ts'
import { useOrderPages } from '../../calls/use-page-changes.ts'
import { movedTo } from '../slider/slider.ts'

export interface PageOrder {
  /** Moves a page to a place in the list; beyond its ends nothing happens. */
  readonly move: (id: string, place: number) => void
  /** Id of the page that a pointer has lifted. */
  readonly lifted: string | null
  readonly lift: (id: string | null) => void
  /** What a screen reader says of the latest move. */
  readonly said: string
  readonly count: number
}

/** The order of the pages, changed by the pointer or by keys. */
export function usePageOrder(pages: readonly BoardSummary[]): PageOrder {
  const translate = useTranslations('pages.drawer')
  const [lifted, lift] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const save = useOrderPages()
  const count = pages.length
  const move = (id: string, place: number) => {
    const ids = pages.map((page) => page.id)
    const at = ids.indexOf(id)
    if (at === -1 || at === place || place < 0 || place >= count) return
    const name = isolated(pages[at]?.name ?? '')
    setSaid(translate('moved', { name, place: place + 1, count }))
    save.mutate(movedTo(ids, id, place))
  }
  return { move, lifted, lift, said, count }
}
