import { defineKind } from '../../define-kind.tsx'
import { TitleOptions } from '../../several/title-option.ts'
import type texts from './texts/en.json'

declare module '../../kind-texts.ts' {
  interface KindTexts {
    'alarm-ticker': typeof texts
  }
}

export default defineKind({
  id: 'alarm-ticker',
  title: 'widgets.kinds.alarm-ticker.title',
  binds: 'none',
  defaultSize: 'medium',
  gridSizes: {
    small: { width: 4, height: 1 },
    medium: { width: 6, height: 2 },
    big: { width: 12, height: 2 },
  },
  options: TitleOptions,
  load: () => import('./alarm-ticker-view.tsx'),
  loadEditor: () => import('./alarm-ticker-editor.tsx'),
})
