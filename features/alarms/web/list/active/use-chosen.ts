import { useCallback, useMemo, useState } from 'react'
import type { Alarm } from '../../../contract/alarm.ts'
import type { ShownAlarm } from './arrange.ts'

const emptySelection: ReadonlySet<number> = new Set()

/** The alarms that are chosen in the list; those that are gone are chosen no more. */
export function useChosen(rows: readonly ShownAlarm[]) {
  const [ids, setIds] = useState(emptySelection)
  const present = useMemo(() => rows.filter(({ isGone }) => !isGone), [rows])
  const alarms: readonly Alarm[] = useMemo(
    () => present.flatMap(({ alarm }) => (ids.has(alarm.id) ? [alarm] : [])),
    [present, ids],
  )
  const chosen = useMemo(() => new Set(alarms.map(({ id }) => id)), [alarms])
  const isAll = present.length > 0 && chosen.size === present.length
  const choose = useCallback(
    (id: number) =>
      setIds((before) => {
        const after = new Set(before)
        if (!after.delete(id)) after.add(id)
        return after
      }),
    [],
  )
  return {
    alarms,
    chosen,
    isAll,
    choose,
    chooseAll: () => setIds(isAll ? emptySelection : new Set(present.map(({ alarm }) => alarm.id))),
    clear: useCallback(() => setIds(emptySelection), []),
  }
}
