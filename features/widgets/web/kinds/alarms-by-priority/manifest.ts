import { defineKind } from '../../define-kind.tsx'
import { TitleOptions } from '../../several/title-option.ts'
import type texts from './texts/en.json'

declare module '../../kind-texts.ts' {
  interface KindTexts {
    'alarms-by-priority': typeof texts
  }
}

export default defineKind({
  id: 'alarms-by-priority',
  title: 'widgets.kinds.alarms-by-priority.title',
  binds: 'none',
  defaultSize: 'medium',
  gridSizes: {
    small: { width: 2, height: 2 },
    medium: { width: 3, height: 3 },
    big: { width: 4, height: 3 },
  },
  options: TitleOptions,
  load: () => import('./alarms-by-priority-view.tsx'),
  loadEditor: () => import('./alarms-by-priority-editor.tsx'),
})
