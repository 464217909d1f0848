import type { ActiveAlarm, AlarmPriority } from './alarm-source.ts'
import './alarm-shape.css'

const outlines: Readonly<Record<AlarmPriority, string>> = {
  1: 'M2 2h12v12H2z',
  2: 'M8 1 15 8 8 15 1 8z',
  3: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13z',
}
const marks: Readonly<Record<AlarmPriority, string>> = {
  1: 'M8 4.6 11.6 11H4.4z',
  2: 'M7.2 4.2h1.6v4.6H7.2zM7.2 10h1.6v1.6H7.2z',
  3: 'M8 5.6a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8z',
}

interface AlarmShapeProps {
  readonly priority: AlarmPriority
  /** Null: there is none of this priority. */
  readonly state: ActiveAlarm['state'] | null
}

/** The sign of a priority: colour and shape; filled while nobody has acknowledged the alarm. */
export function AlarmShape({ priority, state }: AlarmShapeProps) {
  return (
    <svg
      className="alarm-shape"
      viewBox="0 0 16 16"
      data-priority={priority}
      data-state={state ?? 'none'}
      aria-hidden="true"
    >
      <path className="alarm-shape-field" d={outlines[priority]} />
      <path className="alarm-shape-mark" d={marks[priority]} />
    </svg>
  )
}
