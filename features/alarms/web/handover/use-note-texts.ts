import { useRef, useState } from 'react'
import { useInterrupted, useUnsaved } from '#kit/web/screens/unsaved.ts'

const form = 'handover-note'

/** What is written of notes and not added yet, by the beginning of the shift. */
type Texts = ReadonlyMap<number, string>
const none: Texts = new Map()

export interface NoteTexts {
  readonly of: (shift: number) => string
  readonly change: (shift: number, text: string) => void
  /** A note was added with this text: what was typed meanwhile is not in it, and stays. */
  readonly clear: (shift: number, added: string) => void
}

/** Notes that are being written; each stays with its shift while others are looked at. */
export function useNoteTexts(): NoteTexts {
  const [texts, setTexts] = useState(useInterrupted<Texts>(form) ?? none)
  const held = useRef(texts)
  const markSaved = useUnsaved(form, texts.size > 0, () => texts)
  const change = (shift: number, text: string) => {
    const next = new Map(held.current)
    if (text === '') next.delete(shift)
    else next.set(shift, text)
    held.current = next
    setTexts(next)
  }
  return {
    of: (shift) => texts.get(shift) ?? '',
    change,
    clear(shift, added) {
      if (held.current.get(shift) === added) change(shift, '')
      if (held.current.size === 0) markSaved()
    },
  }
}
