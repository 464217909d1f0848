import { useRef, useState, type KeyboardEvent } from 'react'
import { hasEffect, type ConfigurationField } from '#features/sensors/contract/configuration.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { noFigure } from '#kit/web/formats/number.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import { drafted, errorsOf, isConflicting, type SensorDraft } from '../draft/draft.ts'
import { fieldText, isNumeric } from '../draft/field-text.ts'
import { useTableActions } from './actions.ts'
import { CellEditor } from './cell-editor.tsx'
import { CellProblem } from './cell-problem.tsx'

export interface FieldCellProps {
  readonly sensor: Sensor
  readonly entry: SensorDraft | undefined
  readonly field: ConfigurationField
  /** Stands among the stops of the tab key; others are reached with the arrow keys. */
  readonly isStop?: boolean
}

/** One field of one sensor: what it is, what it shall become, and what is wrong with that. */
export function FieldCell({ sensor, entry, field, isStop = false }: FieldCellProps) {
  const { writing, words } = useTableActions()
  const [isEditing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const shown = drafted(sensor, entry)
  if (!hasEffect[field](shown)) return <span className="config-empty" aria-hidden="true" />
  const unreadable = entry?.unreadable[field]
  const text = unreadable?.text ?? fieldText(shown, field, writing)
  const isChanged = unreadable !== undefined || Object.hasOwn(entry?.after ?? {}, field)
  const error = entry && errorsOf(entry)[field]
  const close = (hasGoneOn = false) => {
    setEditing(false)
    requestAnimationFrame(() => {
      // Not every browser gives the focus to what is pressed: the next cell may be open already.
      const isElsewhere = hasGoneOn || document.activeElement?.matches('input')
      if (!isElsewhere) button.current?.focus()
    })
  }
  if (isEditing) return <CellEditor sensor={sensor} field={field} text={text} onClose={close} />
  const before = fieldText(sensor, field, writing)
  const problemId = `problem-${sensor.id}-${field}`
  return (
    <span className="config-cell-box" data-changed={isChanged ? '' : undefined}>
      {isChanged && before !== '' && <s>{words.value(field, before)}</s>}
      <button
        ref={button}
        type="button"
        className="config-cell"
        tabIndex={isStop ? 0 : -1}
        data-field={field}
        data-number={isNumeric(field) ? '' : undefined}
        data-wrong={error ? '' : undefined}
        aria-label={words.cell({
          field: words.field(field),
          sensor: isolated(sensor.alias),
          value: words.value(field, text) || noFigure,
        })}
        aria-describedby={error ? problemId : undefined}
        onClick={() => setEditing(true)}
        onKeyDown={moveFocus}
      >
        <span>{words.value(field, text) || noFigure}</span>
      </button>
      {error && entry && (
        <CellProblem
          id={problemId}
          error={error}
          sensorId={sensor.id}
          field={field}
          theirs={isConflicting(entry, field) ? words.value(field, before) || noFigure : null}
        />
      )}
    </span>
  )
}

/** The table itself brings what has the focus into sight. */
const unmoved = { preventScroll: true } as const

const steps: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** The arrow keys go to the neighbour that can be edited; F2 edits, as Enter does. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  if (event.key === 'F2') return event.currentTarget.click()
  const step = steps[event.key]
  const row = event.currentTarget.closest<HTMLElement>('.ant-table-row')
  if (!step || !row) return
  event.preventDefault()
  const [rows, columns] = step
  if (rows !== 0) {
    const next = rows > 0 ? row.nextElementSibling : row.previousElementSibling
    const { field } = event.currentTarget.dataset
    return next?.querySelector<HTMLElement>(`[data-field='${field}']`)?.focus(unmoved)
  }
  const cells = [...row.querySelectorAll<HTMLElement>('.config-cell')]
  cells[cells.indexOf(event.currentTarget) + columns]?.focus(unmoved)
}
