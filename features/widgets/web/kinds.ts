import type { WidgetKind } from '#kit/web/widget-registry.ts'
import { AnalogWidget } from './kinds/value/value-view.tsx'
import { CounterWidget } from './kinds/counter/counter-view.tsx'
import { DetectorWidget } from './kinds/detector/detector-view.tsx'
import { LampWidget } from './kinds/lamp/lamp-view.tsx'
import { StringWidget } from './kinds/text/text-view.tsx'
import { TimerWidget } from './kinds/timer/timer-view.tsx'

const small = { width: 2, height: 2 }
const wide = { small, medium: { width: 3, height: 3 }, big: { width: 4, height: 4 } }
const narrow = { small, medium: { width: 2, height: 3 }, big: { width: 3, height: 4 } }

/** Every kind of widget there is, by the type of sensor it shows. */
export const widgetKinds: readonly WidgetKind[] = [
  { type: 'analog', component: AnalogWidget, usualSize: 'small', place: wide },
  { type: 'lamp', component: LampWidget, usualSize: 'medium', place: narrow },
  { type: 'counter', component: CounterWidget, usualSize: 'medium', place: narrow },
  { type: 'timer', component: TimerWidget, usualSize: 'medium', place: narrow },
  { type: 'detector', component: DetectorWidget, usualSize: 'medium', place: narrow },
  { type: 'string', component: StringWidget, usualSize: 'medium', place: narrow },
]
