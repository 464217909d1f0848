import { sensorTypes } from '#kit/model/sensor.ts'
import { defineKind } from '../../define-kind.tsx'
import { ImageOptions } from './image-options.ts'
import type texts from './texts/en.json'

declare module '../../kind-texts.ts' {
  interface KindTexts {
    image: typeof texts
  }
}

export default defineKind({
  id: 'image',
  title: 'widgets.kinds.image.title',
  binds: 'sensors',
  accepts: sensorTypes,
  maximumSensors: 60,
  defaultSize: 'medium',
  gridSizes: {
    small: { width: 3, height: 3 },
    medium: { width: 4, height: 5 },
    big: { width: 8, height: 9 },
  },
  options: ImageOptions,
  load: () => import('./image-view.tsx'),
  loadEditor: () => import('./image-editor.tsx'),
})
