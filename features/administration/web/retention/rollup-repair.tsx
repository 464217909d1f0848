import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslations } from 'use-intl'
import {
  cancelRepair,
  repairRollups,
  showRetention,
  type Retention,
} from '#features/readings/contract/retention.ts'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNow } from '#kit/web/formats/use-now.ts'

const nowEveryMs = 10_000

/** Compares minutes and hours with the readings when asked to, and says how far that is. */
export function RollupRepair({ repair }: { readonly repair: Retention['repair'] }) {
  const translate = useTranslations('administration.retention.repair')
  const client = useQueryClient()
  const onSettled = () => invalidate(client, showRetention)
  const begin = useMutation({ mutationFn: () => call(repairRollups, {}), onSettled })
  const cancel = useMutation({ mutationFn: () => call(cancelRepair, {}), onSettled })
  const isRunning = repair?.state === 'running'
  return (
    <section className="retention-part" aria-labelledby="repair-title">
      <h3 id="repair-title">{translate('title')}</h3>
      <p>{translate('text')}</p>
      <div role="status">{repair && <Outcome repair={repair} />}</div>
      {isRunning ? (
        <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {translate('cancel')}
        </Button>
      ) : (
        <Button loading={begin.isPending} onClick={() => begin.mutate()}>
          {translate('begin')}
        </Button>
      )}
    </section>
  )
}

function Outcome({ repair }: { readonly repair: NonNullable<Retention['repair']> }) {
  const translate = useTranslations('administration.retention.repair')
  const { moment, number } = useFormat()
  const now = useNow(nowEveryMs)
  const { state, days, daysDone, completed, left, startedAt, endedAt, failure } = repair
  const count = (value: number) => ({ count: value, figure: number(value) })
  // Nobody knows when a server was killed.
  const at = moment(state === 'interrupted' ? startedAt : (endedAt ?? startedAt), now)
  return (
    <>
      <p>
        {translate(state, {
          ...{ at, reason: failure ?? '' },
          ...{ done: number(daysDone), days: number(days) },
        })}
      </p>
      {(state === 'done' || completed > 0) && <p>{translate('completed', count(completed))}</p>}
      {left > 0 && <p>{translate('left', count(left))}</p>}
    </>
  )
}
