import { useState } from 'react'

/**
 * What stands in a field whose text is in the address. The address takes over what is typed later
 * than the field shows it: until it has, nothing that it says changes the field, so that no letter
 * and no composition of an input method is lost. Otherwise the field follows the address.
 */
export function useTypedText(text: string): TypedText {
  const [typed, setTyped] = useState(text)
  const [shown, setShown] = useState(text)
  const [sent, setSent] = useState<string | null>(null)
  if (text !== shown) {
    setShown(text)
    if (sent === null && text !== typed.trim()) setTyped(text)
  }
  if (sent === text) setSent(null)
  return { typed, setTyped, onSent: setSent, onBlur: () => setSent(null) }
}

interface TypedText {
  readonly typed: string
  readonly setTyped: (text: string) => void
  /** This was given to the address. */
  readonly onSent: (text: string) => void
  /** Nobody types any more: from now on the field follows, whatever became of what was given. */
  readonly onBlur: () => void
}
