import { defineKind } from '../../define-kind.tsx'
import { StatesOptions } from './states-options.ts'
import type texts from './texts/en.json'

declare module '../../kind-texts.ts' {
  interface KindTexts {
    states: typeof texts
  }
}

export default defineKind({
  id: 'states',
  binds: 'sensors',
  title: 'widgets.kinds.states.title',
  accepts: ['lamp', 'detector'],
  maximumSensors: 20,
  defaultSize: 'medium',
  gridSizes: {
    small: { width: 3, height: 3 },
    medium: { width: 4, height: 3 },
    big: { width: 6, height: 5 },
  },
  options: StatesOptions,
  load: () => import('./states-view.tsx'),
  loadEditor: () => import('./states-editor.tsx'),
})
