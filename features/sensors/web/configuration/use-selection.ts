import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { hasEffect, type ConfigurationField } from '#features/sensors/contract/configuration.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { useLatest } from '#kit/web/screens/late-answers.ts'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import { toast } from '#kit/web/toast.ts'
import { allShown } from './all-shown.ts'
import { useFetchAll } from './csv/use-csv.ts'
import { drafted, withValues } from './draft/draft.ts'
import { readField } from './draft/field-text.ts'
import { latestAnswer } from './latest-answer.ts'
import type { useEditing } from './use-editing.ts'

/** The sensors that are selected, and what is done to all of them. */
export function useSelection({
  rows,
  draft,
  drafted: changes,
  filter,
  change,
  actions,
}: ReturnType<typeof useEditing>) {
  const translate = useTranslations('sensors.configuration.bulk')
  const errorText = useFieldErrorText()
  const fetchAll = useFetchAll()
  const [selected, setSelected] = useState<ReadonlyMap<number, Sensor>>(new Map())
  const [found] = useState(latestAnswer)
  const filterKey = JSON.stringify([filter, changes?.map(({ id }) => id)])
  const latestFilter = useLatest(filterKey)
  const select = (ids: readonly number[]) => {
    found.drop()
    const present = new Map(rows?.flatMap((sensor) => (sensor ? [[sensor.id, sensor]] : [])))
    setSelected(
      new Map(
        ids.flatMap((id) => {
          const sensor = present.get(id) ?? selected.get(id)
          return sensor ? [[id, sensor]] : []
        }),
      ),
    )
  }
  const apply = (field: ConfigurationField, text: string) => {
    const read = readField(field, text, actions.writing)
    if ('error' in read) return void toast('error', errorText(read.error))
    const present = new Map(rows?.flatMap((sensor) => (sensor ? [[sensor.id, sensor]] : [])))
    const sensors = [...selected.values()].map(
      ({ id }) => draft.get(id)?.sensor ?? present.get(id) ?? selected.get(id),
    )
    const having = sensors.filter(
      (sensor) => sensor !== undefined && hasEffect[field](drafted(sensor, draft.get(sensor.id))),
    ) as readonly Sensor[]
    change((before) =>
      withValues(
        before,
        having.map((sensor) => ({ sensor, field, value: read.value })),
      ),
    )
    const without = sensors.length - having.length
    if (without > 0) toast('info', translate('without', { count: without }))
  }
  const selectAll = () =>
    void found.take(allShown({ drafted: changes, filter }, fetchAll), {
      isOfScreen: () => latestFilter.current === filterKey,
      onAnswer: (sensors) => setSelected(new Map(sensors.map((sensor) => [sensor.id, sensor]))),
      onFailure: (failure) => void showFailure(failure),
    })
  return { ids: [...selected.keys()], select, apply, selectAll }
}
