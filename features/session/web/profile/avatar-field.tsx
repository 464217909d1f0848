import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { ApiError } from '#kit/web/calls/call.ts'
import { tellFailure } from '#kit/web/calls/query.ts'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import { toast } from '#kit/web/toast.ts'
import type { Profile } from '#features/accounts/contract/profile.ts'
import { pictureFileBytes, pictureTypes, PictureError, squarePicture } from './square-picture.ts'
import { useChangeAvatar } from './use-change-avatar.ts'

/** The picture: chosen from a file, cut to its middle square, shown before it is sent. */
export function AvatarField({ profile }: { readonly profile: Profile }) {
  const translate = useTranslations('session.profile')
  const fieldErrorText = useFieldErrorText()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [mistake, setMistake] = useState<string>()
  const { mutate, isPending } = useChangeAvatar()

  const choose = async (file: File | undefined) => {
    if (file === undefined) return
    setMistake(undefined)
    try {
      setChosen(await squarePicture(file))
    } catch (error) {
      const problem = error instanceof PictureError ? error.problem : 'unreadable'
      setMistake(translate(`picture.${problem}`, { megabytes: pictureFileBytes / 1024 / 1024 }))
    }
  }
  const send = (image: string | null) => {
    if (isPending) return
    mutate(image, {
      onSuccess: () => {
        setChosen(null)
        toast('success', translate(image === null ? 'picture.removed' : 'picture.saved'))
      },
      onError: (error) => {
        const [refusal] = error instanceof ApiError ? (error.errors['image'] ?? []) : []
        if (refusal) setMistake(fieldErrorText(refusal))
        else void tellFailure(error)
      },
    })
  }
  const shown = chosen === null ? profile.avatar : `data:image/png;base64,${chosen}`
  return (
    <div className="avatar-field">
      <span className="avatar-picture">
        {shown === '' ? (
          <Icon name="user" size={32} />
        ) : (
          <img src={shown} alt={translate('picture.alt', { name: profile.name })} />
        )}
      </span>
      <div>
        <span className="profile-actions">
          {chosen === null ? (
            <>
              <Button icon={<Icon name="picture" />} onClick={() => input.current?.click()}>
                {translate('picture.choose')}
              </Button>
              {profile.avatar !== '' && (
                <Button type="text" loading={isPending} onClick={() => send(null)}>
                  {translate('picture.remove')}
                </Button>
              )}
            </>
          ) : (
            <>
              <Button type="primary" loading={isPending} onClick={() => send(chosen)}>
                {translate('picture.use')}
              </Button>
              <Button disabled={isPending} onClick={() => setChosen(null)}>
                {translate('cancel')}
              </Button>
            </>
          )}
        </span>
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
            void choose(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </div>
    </div>
  )
}
