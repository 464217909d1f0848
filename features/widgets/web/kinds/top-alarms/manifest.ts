import { defineKind } from '../../define-kind.tsx'
import { TitleOptions } from '../../several/title-option.ts'
import type texts from './texts/en.json'

declare module '../../kind-texts.ts' {
  interface KindTexts {
    'top-alarms': typeof texts
  }
}

export default defineKind({
  id: 'top-alarms',
  title: 'widgets.kinds.top-alarms.title',
  binds: 'none',
  defaultSize: 'medium',
  gridSizes: {
    small: { width: 2, height: 3 },
    medium: { width: 3, height: 5 },
    big: { width: 4, height: 6 },
  },
  options: TitleOptions,
  load: () => import('./top-alarms-view.tsx'),
  loadEditor: () => import('./top-alarms-editor.tsx'),
})
