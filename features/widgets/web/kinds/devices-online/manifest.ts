import { defineKind } from '../../define-kind.tsx'
import { TitleOptions } from '../../several/title-option.ts'
import type texts from './texts/en.json'

declare module '../../kind-texts.ts' {
  interface KindTexts {
    'devices-online': typeof texts
  }
}

export default defineKind({
  id: 'devices-online',
  title: 'widgets.kinds.devices-online.title',
  binds: 'none',
  defaultSize: 'medium',
  gridSizes: {
    small: { width: 2, height: 2 },
    medium: { width: 2, height: 4 },
    big: { width: 3, height: 5 },
  },
  options: TitleOptions,
  load: () => import('./devices-online-view.tsx'),
  loadEditor: () => import('./devices-online-editor.tsx'),
})
