import { useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button } from 'antd'
import { useTranslations } from 'use-intl'
import {
  confirmClock,
  showRetention,
  type Retention,
} from '#features/readings/contract/retention.ts'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { toast } from '#kit/web/toast.ts'

const dayMs = 86_400_000

/** That nothing expires by a clock which has jumped, and what to do about it. */
export function ClockNotice({ clock }: { readonly clock: Retention['clock'] }) {
  const translate = useTranslations('administration.retention.clock')
  const { dateTime, number } = useFormat()
  const confirm = useConfirm(clock.now)
  const { state, now, trusted, trustedFrom } = clock
  if (state === 'agrees') return null
  const days = Math.round(Math.abs(now - trusted) / dayMs)
  const figures = {
    ...{ count: days, figure: number(days) },
    ...{ now: dateTime(now), trusted: dateTime(trusted) },
  }
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      className="retention-clock"
      title={translate(`${state}.title`)}
      description={
        <>
          <p>{translate(`${state}.text`, figures)}</p>
          <p>{translate(`${state}.todo`)}</p>
          {trustedFrom !== null && <p>{translate('trustedFrom', { at: dateTime(trustedFrom) })}</p>}
          <Button onClick={confirm.ask} loading={confirm.isPending}>
            {translate('confirm')}
          </Button>
        </>
      }
    />
  )
}

function useConfirm(now: number) {
  const translate = useTranslations('administration.retention.clock')
  const { dateTime } = useFormat()
  const { modal } = App.useApp()
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () => call(confirmClock, { body: { now } }),
    onSuccess: () => toast('success', translate('confirmed')),
    onSettled: () => invalidate(client, showRetention),
  })
  const ask = () =>
    void modal.confirm({
      title: translate('confirmTitle', { now: dateTime(now) }),
      content: translate('confirmText'),
      okText: translate('confirmOk'),
      icon: null,
      autoFocusButton: 'cancel',
      // A failure is shown in a toast.
      onOk: () => mutateAsync().catch(() => undefined),
    })
  return { ask, isPending }
}
