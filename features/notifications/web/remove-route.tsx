import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '#kit/ui/dialog/confirm-dialog.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useRouteAction } from './use-routes.ts'

interface RemoveRouteProps {
  readonly id: number
  readonly name: string
  readonly onClose: () => void
}

/** Asks whether a route is to be removed, and removes it. */
export function RemoveRoute({ id, name, onClose }: RemoveRouteProps) {
  const translate = useTranslations('notifications')
  const { mutate, isPending } = useRouteAction(id)
  return (
    <ConfirmDialog
      title={translate('removeTitle')}
      text={translate('removeText', { name: isolated(name) })}
      confirm={translate('remove')}
      cancel={translate('cancel')}
      isPending={isPending}
      onConfirm={() => mutate('remove', { onError: onClose })}
      onClose={onClose}
    />
  )
}
