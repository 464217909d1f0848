import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { summariseRefusals } from '#features/ingest/contract/tail.ts'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'

const askEveryMs = 30_000

/**
 * For engineers, on every screen: how many devices are refused again and again now, and the way to
 * the reasons. Nothing while there are none.
 */
export default function RepeatedRefusals() {
  const translate = useTranslations('scada.refused')
  const { number } = useFormat()
  const { data } = useQuery({
    ...queryOf(summariseRefusals, {}),
    select: replyData,
    refetchInterval: askEveryMs,
    retry: false,
    meta: { quiet: true },
  })
  if (data === undefined || data.repeated === 0) return null
  const { repeated } = data
  return (
    <span role="status">
      <Link className="tag warning" to="/scada/lambda-websocket">
        {translate('repeatedDevices', { count: repeated, figure: number(repeated) })}
      </Link>
    </span>
  )
}
