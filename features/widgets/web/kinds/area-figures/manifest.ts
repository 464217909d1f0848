import { sensorTypes } from '#kit/model/sensor.ts'
import { defineKind } from '../../define-kind.tsx'
import { TitleOptions } from '../../several/title-option.ts'
import type texts from './texts/en.json'

declare module '../../kind-texts.ts' {
  interface KindTexts {
    'area-figures': typeof texts
  }
}

export default defineKind({
  id: 'area-figures',
  title: 'widgets.kinds.area-figures.title',
  binds: 'sensors',
  accepts: sensorTypes,
  maximumSensors: 500,
  defaultSize: 'medium',
  gridSizes: {
    small: { width: 3, height: 2 },
    medium: { width: 3, height: 4 },
    big: { width: 5, height: 4 },
  },
  options: TitleOptions,
  load: () => import('./area-figures-view.tsx'),
  loadEditor: () => import('./area-figures-editor.tsx'),
})
