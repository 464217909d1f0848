import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { exportPersonalData } from '#features/accounts/contract/personal-data.ts'
import type { User } from '#features/accounts/contract/users.ts'
import { safeFileName, saveFile } from '#kit/web/browser/save-file.ts'
import { callFile } from '#kit/web/calls/call.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { lazyComponent } from '#kit/web/screens/lazy-component.tsx'
import { Action } from './action.tsx'

const EraseDialog = lazyComponent(() => import('./erase-dialog.tsx'))

interface OfUserProps {
  readonly user: User
}

/** Everything that is stored about a person, as a file. */
export function PersonalData({ user }: OfUserProps) {
  const translate = useTranslations('administration.personalData')
  const { mutate, isPending } = useMutation({
    mutationFn: async () =>
      saveFile(
        safeFileName(user.email, 'zip'),
        await callFile(exportPersonalData, { params: { id: user.id } }),
      ),
  })
  const isAllowed = user.abilities.exportData
  return (
    <Action
      title={translate('data')}
      text={translate('dataText')}
      reason={isAllowed ? null : translate('administratorsOnly')}
    >
      <Button disabled={!isAllowed} loading={isPending} onClick={() => mutate()}>
        {translate('export')}
      </Button>
    </Action>
  )
}

/** The account and the person's name, gone for good. */
export function Erasure({ user }: OfUserProps) {
  const translate = useTranslations('administration.personalData')
  const users = useTranslations('administration.users')
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const { exportData, erase } = user.abilities
  const reason = exportData ? users('adminProtected') : translate('administratorsOnly')
  return (
    <Action
      title={translate('erasure')}
      text={translate('erasureText')}
      reason={erase ? null : reason}
    >
      <Button disabled={!erase} onClick={() => setAsked(true)}>
        {translate('erase')}
      </Button>
      {isAsked && (
        <Suspense>
          <EraseDialog
            user={user}
            onClose={() => setAsked(false)}
            onErased={() => void navigate({ to: '/administrator/users' })}
          />
        </Suspense>
      )}
    </Action>
  )
}
