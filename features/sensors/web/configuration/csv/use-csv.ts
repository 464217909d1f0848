import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { SensorFilter } from '#kit/model/sensor-filter.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { download } from '#kit/web/csv/download.ts'
import { toast } from '#kit/web/toast.ts'
import { allShown, type ShownTable } from '../all-shown.ts'
import { configurationsQuery, rowsPerPage } from '../query-configurations.ts'
import { csvOf } from './csv-text.ts'
import type { CsvPlan } from './read-csv.ts'

const maximumFileBytes = 20 * 2 ** 20

/** The sensors of the table as a file, and a file as changes of them. */
export function useCsv(table: ShownTable) {
  const translate = useTranslations('sensors.configuration.csv')
  const fetchAll = useFetchAll()
  const [plan, setPlan] = useState<CsvPlan | null>(null)
  const [isBusy, setBusy] = useState(false)
  const busily = (work: () => Promise<void>) => {
    setBusy(true)
    void work()
      .catch(showFailure)
      .finally(() => setBusy(false))
  }
  const read = async (file: File) => {
    if (file.size > maximumFileBytes) return void toast('error', translate('tooLarge'))
    const [{ linesOf }, { planOf }] = await Promise.all([
      import('#kit/web/csv/csv-lines.ts'),
      import('./read-csv.ts'),
    ])
    const text = await file.text()
    const sensors = new Map(
      (await fetchAll({})).map((sensor) => [`${sensor.lesiId}\n${sensor.key}`, sensor]),
    )
    try {
      setPlan(planOf(linesOf(text), (lesiId, key) => sensors.get(`${lesiId}\n${key}`)))
    } catch {
      toast('error', translate('unreadable'))
    }
  }
  return {
    isBusy,
    plan,
    close: () => setPlan(null),
    readFile: (file: File) => busily(() => read(file)),
    save: () => busily(async () => download('sensors.csv', csvOf(await allShown(table, fetchAll)))),
  }
}

/** All sensors that a filter finds, page by page. */
export function useFetchAll(): (filter: SensorFilter) => Promise<readonly Sensor[]> {
  const client = useQueryClient()
  return async (filter) => {
    const found: Sensor[] = []
    for (let page = 1; ; page++) {
      const query = { ...configurationsQuery(filter, page), staleTime: 0 }
      const { data, meta } = await client.fetchQuery(query)
      found.push(...data)
      if (data.length === 0 || page * rowsPerPage >= meta.total) return found
    }
  }
}
