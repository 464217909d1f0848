import { useCallback, useMemo, useState } from 'react'
import type { Alarm } from '../../../contract/alarm.ts'

const emptySelection: ReadonlySet<number> = new Set()

/** Those of the alarms in the list that are chosen; what is gone is chosen no more. */
export function useChosen(present: readonly Alarm[]) {
  const [ids, setIds] = useState(emptySelection)
  const alarms = useMemo(() => present.filter(({ id }) => ids.has(id)), [present, ids])
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
    chooseAll: () => setIds(isAll ? emptySelection : new Set(present.map(({ id }) => id))),
    clear: useCallback(() => setIds(emptySelection), []),
  }
}
