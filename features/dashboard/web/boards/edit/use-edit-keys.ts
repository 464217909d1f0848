import { useEffect } from 'react'
import type { Editor } from './use-editor.ts'

/** Ctrl+Z takes back, Ctrl+Shift+Z and Ctrl+Y do again; fields keep their own. */
export function useEditKeys(undo: Editor['undo'], redo: Editor['redo']): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target, altKey } = event
      const isField =
        target instanceof Element && target.closest('input, textarea, select, dialog') !== null
      if (isField || altKey || !(event.ctrlKey || event.metaKey)) return
      const key = event.key.toLowerCase()
      if (key !== 'z' && key !== 'y') return
      event.preventDefault()
      if (key === 'y' || event.shiftKey) redo()
      else undo()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [undo, redo])
}
