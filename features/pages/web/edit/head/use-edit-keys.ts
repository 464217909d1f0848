import { useEffect, useRef } from 'react'
import type { Editor } from '../state/use-editor.ts'

/** In a field the browser undoes letters; in a dialog the page is not what is looked at. */
const ownUndo = 'input, textarea, select, [contenteditable], dialog'

/** Control+Z undoes, with Shift or as Control+Y it redoes, while the editor is shown. */
export function useEditKeys(editor: Editor): void {
  const latest = useRef(editor)
  useEffect(() => {
    latest.current = editor
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.closest(ownUndo)) return
      const key = event.key.toLowerCase()
      if (key !== 'z' && key !== 'y') return
      event.preventDefault()
      if (key === 'y' || event.shiftKey) latest.current.redo()
      else latest.current.undo()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
