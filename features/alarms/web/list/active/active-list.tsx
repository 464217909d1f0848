import { useQuery } from '@tanstack/react-query'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import type { Alarm } from '../../../contract/alarm.ts'
import { allActiveQuery } from '../../source/query-alarms.ts'
import { useActive } from '../../source/use-active.ts'
import type { ChangeAddress } from '#kit/web/address/use-list-address.ts'
import type { ListAddress, listAddress } from '../list-address.ts'
import { ActiveAlarms } from './active-alarms.tsx'

interface ActiveListProps {
  readonly address: ListAddress
  readonly onChange: ChangeAddress<typeof listAddress>
}

/** The alarms that are there, or that somebody still has to see. */
export function ActiveList({ address, onChange }: ActiveListProps) {
  const { data, failure, retry } = useActive()
  if (data === undefined)
    return failure ? (
      <FailureNotice error={failure} onRetry={retry} />
    ) : (
      <div className="alarm-waiting">
        {Array.from({ length: 8 }, (_, line) => (
          <Skeleton key={line} width="100%" height="26px" />
        ))}
      </div>
    )
  const { alarms, total } = data.data
  return total > alarms.length ? (
    <Everything {...{ address, onChange, total }} important={alarms} />
  ) : (
    <ActiveAlarms {...{ alarms, total, address, onChange }} isWhole />
  )
}

interface EverythingProps extends ActiveListProps {
  readonly important: readonly Alarm[]
  readonly total: number
}

/** All of very many alarms; while they are not known, the most important ones. */
function Everything({ important, ...rest }: EverythingProps) {
  const { data, isError } = useQuery(allActiveQuery)
  const all = isError ? undefined : data
  return <ActiveAlarms {...rest} alarms={all ?? important} isWhole={all !== undefined} />
}
