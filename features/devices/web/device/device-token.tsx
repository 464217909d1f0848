import { App, Button } from 'antd'
import { useTranslations } from 'use-intl'
import type { RegisteredDevice } from '#features/devices/contract/registry.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { toast } from '#kit/web/toast.ts'
import type { NewToken } from './token-dialog.tsx'
import { useRevokeToken, useRotateToken } from './use-tokens.ts'

interface DeviceTokenProps {
  readonly device: RegisteredDevice
  readonly token: NonNullable<RegisteredDevice['token']>
  readonly onToken: (made: NewToken) => void
}

/** With what the device signs in: its token as far as it can be shown, a new one, none. */
export function DeviceToken({ device, token, onToken }: DeviceTokenProps) {
  const translate = useTranslations('devices.token')
  const format = useFormat()
  const { rotate, revoke, isPending } = useTokenActions(device, onToken)
  const name =
    token.ending === null ? translate('name') : translate('ending', { ending: token.ending })
  return (
    <section>
      <h3>{translate('heading')}</h3>
      <div className="device-token">
        <Icon name="lock" />
        <div className="grow">
          <b>{token.isRevoked ? translate('revoked') : name}</b>
          <p>
            {token.since !== null && translate('since', { time: format.dateTime(token.since) })}
          </p>
          {token.isRevoked && <p>{translate('revokedText')}</p>}
        </div>
        <Button size="small" loading={isPending} onClick={rotate}>
          {translate(token.isRevoked ? 'renew' : 'rotate')}
        </Button>
        {!token.isRevoked && (
          <Button size="small" disabled={isPending} onClick={revoke}>
            {translate('revoke')}
          </Button>
        )}
      </div>
    </section>
  )
}

/** Each asks first, because the device can no longer sign in with what it has. */
function useTokenActions(device: RegisteredDevice, onToken: (made: NewToken) => void) {
  const translate = useTranslations('devices.token')
  const { modal } = App.useApp()
  const rotation = useRotateToken()
  const revocation = useRevokeToken()
  const name = isolated(device.name)
  const ask = (action: 'rotate' | 'revoke', onOk: () => Promise<unknown>) =>
    void modal.confirm({
      title: translate(`${action}Title`, { name }),
      content: translate(`${action}Text`),
      okText: translate(action),
      icon: null,
      autoFocusButton: 'cancel',
      // A failure is shown in a toast.
      onOk: () => onOk().catch(() => undefined),
    })
  const makeNew = () => rotation.mutateAsync(device.lesiId).then(onToken)
  return {
    isPending: rotation.isPending || revocation.isPending,
    rotate: () =>
      device.token?.isRevoked ? void makeNew().catch(() => undefined) : ask('rotate', makeNew),
    revoke: () =>
      ask('revoke', () =>
        revocation
          .mutateAsync(device.lesiId)
          .then(() => toast('success', translate('revokedNow', { name }))),
      ),
  }
}
