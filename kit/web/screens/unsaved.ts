import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { toast } from '../toast.ts'
import { clearHeld, clearInterrupted, interruptedEntries, markUnsaved } from './unsaved-entries.ts'

// Asked while the screen is shown, so that the address is its own.
const placeOf = (form: string) => ({ path: window.location.pathname, form })

/**
 * What the form of this name held when the session of the same person, or the right to the screen,
 * ended, for its initial state; undefined when there is nothing to give back. A message says that
 * it is here and not saved, or, where `useUnsaved` gave null for it, that it must be entered again.
 */
export function useInterrupted<Entries>(form: string): Entries | undefined {
  const translate = useTranslations('common.interrupted')
  const [entries] = useState(() => interruptedEntries(placeOf(form)) as Entries | null | undefined)
  const isReported = useRef(entries === undefined)
  useEffect(() => {
    if (isReported.current) return
    isReported.current = true
    clearInterrupted(placeOf(form))
    toast('warning', translate(entries === null ? 'lost' : 'returned'))
  }, [form, entries, translate])
  return entries ?? undefined
}

/**
 * Whether the person holds something just now, or has a dialog open: nothing that comes by itself
 * may take that away.
 */
export const isInHand = (): boolean =>
  [...document.querySelectorAll(inHand)].some((element) => element.checkVisibility())

/** What tabs in the background hold is not visible. */
const inHand = '[data-gesture], [data-held], [data-lifted], dialog[open]'

/**
 * Says whether a form holds unsaved entries: the person is then asked before its tab or the page
 * closes, and `read` is what `useInterrupted` gives back after a session that ended meanwhile (null
 * for what must not be stored). `form` is unique among the forms of the screen. Gives what takes
 * the mark away at once, for entries that are saved while their tab is hidden and draws nothing.
 */
export function useUnsaved(form: string, isUnsaved: boolean, read: () => unknown): () => void {
  const place = useRef<ReturnType<typeof placeOf> | null>(null)
  const held = useRef<(() => unknown) | null>(null)
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  })
  // Hiding the screen must not take the mark away.
  useEffect(() => {
    place.current = placeOf(form)
    held.current = isUnsaved ? () => latest.current() : null
    markUnsaved(place.current, held.current)
  }, [form, isUnsaved])
  return useCallback(() => {
    // A form that was closed before its answer came may have a successor by now.
    if (place.current !== null && held.current !== null) clearHeld(place.current, held.current)
  }, [])
}
