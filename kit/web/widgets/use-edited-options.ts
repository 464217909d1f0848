import { useState } from 'react'
import type { WidgetOptions } from '../widget-registry.ts'

/**
 * Options of a widget while a form changes them. `edited` is what the form holds, null while that
 * cannot be stored; `shown` is the last of it that could, for fields that show what they are given.
 */
export function useEditedOptions(stored: WidgetOptions) {
  const [edited, setEdited] = useState<WidgetOptions | null>(stored)
  const [shown, setShown] = useState(stored)
  const change = (next: WidgetOptions | null) => {
    setEdited(next)
    if (next !== null) setShown(next)
  }
  return { edited, shown, change }
}
