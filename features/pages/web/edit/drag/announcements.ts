import { useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { Addable } from '../sensors/use-adding.ts'

/** What is dragged is given by whoever made it draggable. */
export interface DragSource {
  readonly data: { readonly addable?: Addable }
}

interface DragMessage {
  readonly operation: {
    readonly source: DragSource | null
    readonly target: { readonly id: string | number } | null
  }
  readonly canceled?: boolean
}

interface PageWords {
  readonly nameOf: (addable: Addable) => string
  readonly nameOfArea: (areaId: string) => string
  /** Whether an area takes this as the page is now. */
  readonly takes: (areaId: string, addable: Addable) => boolean
}

const nameOfSource = ({ operation: { source } }: DragMessage, { nameOf }: PageWords) =>
  source?.data.addable ? nameOf(source.data.addable) : ''

/** What is read out while something is dragged; the same functions all the time. */
export function useAnnouncements(words: PageWords) {
  const translate = useTranslations('pages.drag')
  const { nameOfArea, takes } = words
  const announcements = {
    dragstart: (message: DragMessage) =>
      translate('lifted', { name: nameOfSource(message, words) }),
    dragover: ({ operation: { target } }: DragMessage) =>
      target ? translate('over', { area: nameOfArea(String(target.id)) }) : translate('outside'),
    dragend(message: DragMessage) {
      const { source, target } = message.operation
      const name = nameOfSource(message, words)
      const addable = source?.data.addable
      const areaId = String(target?.id)
      const isAdded = !message.canceled && target !== null && addable && takes(areaId, addable)
      return isAdded
        ? translate('dropped', { name, area: nameOfArea(areaId) })
        : translate('canceled', { name })
    },
  }
  const latest = useRef(announcements)
  useLayoutEffect(() => {
    latest.current = announcements
  })
  // The library keeps those that it is given first: areas are added and renamed meanwhile.
  return useMemo(
    () => ({
      dragstart: (message: DragMessage) => latest.current.dragstart(message),
      dragover: (message: DragMessage) => latest.current.dragover(message),
      dragend: (message: DragMessage) => latest.current.dragend(message),
    }),
    [],
  )
}
