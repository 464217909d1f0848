import { Button } from 'antd'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { Profile } from '#features/accounts/contract/profile.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { pictureTypes } from './square-picture.ts'
import { useAvatarChoice } from './use-avatar-choice.ts'

/** The picture: chosen from a file, cut to its middle square, shown before it is sent. */
export function AvatarField({ profile }: { readonly profile: Profile }) {
  const translate = useTranslations('session.profile')
  const input = useRef<HTMLInputElement>(null)
  const choice = useAvatarChoice()
  const { chosen, mistake } = choice
  return (
    <div className="avatar-field">
      <Picture
        address={chosen === null ? profile.avatar : `data:image/png;base64,${chosen}`}
        name={profile.name}
      />
      <div>
        <Actions
          {...choice}
          hasPicture={profile.avatar !== ''}
          onChoose={() => input.current?.click()}
        />
        <p className="profile-hint">
          {translate(chosen === null ? 'picture.hint' : 'picture.preview')}
        </p>
        <div role="alert">
          {mistake !== undefined && (
            <p className="field-error">
              <Icon name="bad" />
              {mistake}
            </p>
          )}
        </div>
        <input
          ref={input}
          hidden
          type="file"
          accept={pictureTypes.join(',')}
          aria-label={translate('picture.choose')}
          onChange={(event) => {
            void choice.choose(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </div>
    </div>
  )
}

/** Empty `address`: no picture. */
function Picture({ address, name }: { readonly address: string; readonly name: string }) {
  const translate = useTranslations('session.profile')
  return (
    <span className="avatar-picture">
      {address === '' ? (
        <Icon name="user" size={32} />
      ) : (
        <img src={address} alt={translate('picture.alt', { name })} />
      )}
    </span>
  )
}

interface ActionsProps {
  readonly chosen: string | null
  readonly hasPicture: boolean
  readonly isPending: boolean
  readonly onChoose: () => void
  readonly send: (image: string | null) => void
  readonly cancel: () => void
}

function Actions({ chosen, hasPicture, isPending, onChoose, send, cancel }: ActionsProps) {
  const translate = useTranslations('session.profile')
  if (chosen !== null) {
    return (
      <span className="profile-actions">
        <Button type="primary" loading={isPending} onClick={() => send(chosen)}>
          {translate('picture.use')}
        </Button>
        <Button disabled={isPending} onClick={cancel}>
          {translate('cancel')}
        </Button>
      </span>
    )
  }
  return (
    <span className="profile-actions">
      <Button icon={<Icon name="picture" />} onClick={onChoose}>
        {translate('picture.choose')}
      </Button>
      {hasPicture && (
        <Button type="text" loading={isPending} onClick={() => send(null)}>
          {translate('picture.remove')}
        </Button>
      )}
    </span>
  )
}
