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
  return <ShownActive {...{ address, onChange, total }} important={alarms} />
}

interface ShownActiveProps extends ActiveListProps {
  readonly important: readonly Alarm[]
  readonly total: number
}

/** All alarms; of very many the most important ones, while the others are not known. */
function ShownActive({ important, ...rest }: ShownActiveProps) {
  const hasMore = rest.total > important.length
  const { data, isError } = useQuery({ ...allActiveQuery, enabled: hasMore })
  const all = isError ? undefined : data
  const whole = hasMore ? all : important
  return <ActiveAlarms {...rest} alarms={whole ?? important} isWhole={whole !== undefined} />
}
