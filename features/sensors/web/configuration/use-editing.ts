import { useCallback, useMemo } from 'react'
import type { ConfigurationField } from '#features/sensors/contract/configuration.ts'
import { sensorTest, type SensorFilter } from '#kit/model/sensor-filter.ts'
import type { Sensor, SensorType } from '#kit/model/sensor.ts'
import { useInterrupted, useUnsaved } from '#kit/web/screens/unsaved.ts'
import type { ConfigurationAddress } from './address.ts'
import { draftedRows } from './all-shown.ts'
import {
  errorsOf,
  overwriteWithOwn,
  withoutField,
  withSensors,
  withUnreadable,
  withValue,
  type Draft,
  type SensorDraft,
} from './draft/draft.ts'
import { readField } from './draft/field-text.ts'
import { useDraft } from './draft/use-draft.ts'
import { useDeviceName } from './table/use-device-name.ts'
import { useRows } from './use-rows.ts'
import { useSave } from './use-save.ts'
import { useWriting } from './use-writing.ts'

const form = 'sensor-configuration'

/**
 * The sensors of the table, what of them is changed and not saved, and the saving of it. The screen
 * of one type (`ofType`) has what is changed of others too, as a file may: all of it is saved.
 */
export function useEditing(
  { find, only, ...address }: Omit<ConfigurationAddress, 'page'>,
  ofType: SensorType | null,
) {
  const type = ofType === null ? address.type : null
  const interrupted = useInterrupted<readonly (readonly [number, SensorDraft])[]>(form)
  const { draft, canUndo, change, follow, refuse, commit, undo } = useDraft(new Map(interrupted))
  const markSaved = useUnsaved(form, draft.size > 0, () => [...draft])
  const filter = filterOf({ find, type: ofType ?? type, only })
  const { rows, error, want, retry, update } = useRows(filter, follow)
  const saving = useSave({
    onSaved: useCallback(
      (sensors) => {
        update(sensors)
        commit((before) => withSensors(before, sensors))
      },
      [commit, update],
    ),
    onRefused: refuse,
  })
  const actions = useActions(change, want)
  const wrong = useMemo(() => wrongIn(draft), [draft])
  const deviceName = useDeviceName()
  const drafted = useMemo(() => {
    const isFound = sensorTest(filterOf({ find, type, only }))
    return draftedRows(only, { changed: [...draft.values()], wrong }, (sensor) =>
      isFound(sensor, deviceName(sensor)),
    )
  }, [find, type, only, draft, wrong, deviceName])
  return {
    ...{ filter, draft, canUndo, undo, wrong, saving, actions, change, error, retry },
    ...{ drafted, rows: drafted ?? rows },
    discard: () => {
      commit(() => new Map())
      markSaved()
    },
  }
}

function filterOf({ find, type, only }: Omit<ConfigurationAddress, 'page'>): SensorFilter {
  return {
    ...(find === '' ? {} : { find }),
    ...(type === null ? {} : { type }),
    ...(only === 'new' ? { only } : {}),
  }
}

const wrongIn = (draft: Draft) =>
  [...draft.values()].filter((entry) => Object.keys(errorsOf(entry)).length > 0)

function useActions(
  change: (step: (draft: Draft) => Draft) => void,
  want: (index: number) => () => void,
) {
  const writing = useWriting()
  return useMemo(
    () => ({
      writing,
      want,
      enter: (sensor: Sensor, field: ConfigurationField, text: string) => {
        const read = readField(field, text, writing)
        change((draft) =>
          'value' in read
            ? withValue(draft, sensor, field, read.value as never)
            : withUnreadable(draft, sensor, field, { text, error: read.error }),
        )
      },
      revert: (id: number, field: ConfigurationField) =>
        change((draft) => withoutField(draft, id, field)),
      overwrite: (id: number, field: ConfigurationField) =>
        change((draft) => overwriteWithOwn(draft, id, field)),
    }),
    [writing, want, change],
  )
}
