import { sensorTypes } from '#kit/model/sensor.ts'
import { defineKind } from '../../define-kind.tsx'
import { TableOptions } from './table-options.ts'
import type texts from './texts/en.json'

declare module '../../kind-texts.ts' {
  interface KindTexts {
    table: typeof texts
  }
}

export default defineKind({
  id: 'table',
  title: 'widgets.kinds.table.title',
  binds: 'sensors',
  accepts: sensorTypes,
  maximumSensors: 500,
  defaultSize: 'small',
  gridSizes: {
    small: { width: 3, height: 3 },
    medium: { width: 4, height: 4 },
    big: { width: 6, height: 6 },
  },
  options: TableOptions,
  load: () => import('./table-view.tsx'),
  loadEditor: () => import('./table-editor.tsx'),
})
