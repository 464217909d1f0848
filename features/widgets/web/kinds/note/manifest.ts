import { defineKind } from '../../define-kind.tsx'
import { NoteOptions } from './note-options.ts'
import type texts from './texts/en.json'

declare module '../../kind-texts.ts' {
  interface KindTexts {
    note: typeof texts
  }
}

export default defineKind({
  id: 'note',
  title: 'widgets.kinds.note.title',
  binds: 'none',
  defaultSize: 'medium',
  gridSizes: {
    small: { width: 2, height: 2 },
    medium: { width: 3, height: 3 },
    big: { width: 4, height: 4 },
  },
  options: NoteOptions,
  load: () => import('./note-view.tsx'),
  loadEditor: () => import('./note-editor.tsx'),
})
