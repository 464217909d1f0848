import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { useInterrupted, useUnsaved } from '#kit/web/screens/unsaved.ts'
import { toast } from '#kit/web/toast.ts'
import { pictureFileBytes, PictureError, squarePicture } from './square-picture.ts'
import { useChangeAvatar } from './use-change-avatar.ts'

const formName = 'avatar'

/** A picture that was chosen (a PNG in base64) and not sent yet, and what was wrong with a file. */
export function useAvatarChoice() {
  const translate = useTranslations('session.profile')
  const [chosen, setChosen] = useState<string | null>(null)
  const [mistake, setMistake] = useState<string>()
  const { mutate, isPending } = useChangeAvatar()
  // A picture is too large to be kept beyond its form.
  useInterrupted(formName)
  const markSent = useUnsaved(formName, chosen !== null, () => null)

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
  /** Null takes the picture away. */
  const send = (image: string | null) => {
    if (isPending) return
    mutate(image, {
      onSuccess: () => {
        setChosen(null)
        markSent()
        toast('success', translate(image === null ? 'picture.removed' : 'picture.saved'))
      },
      onError: (error) => {
        if (error instanceof ApiError && error.errors['image'] !== undefined)
          setMistake(translate('picture.unreadable'))
        else void showFailure(error)
      },
    })
  }
  return { chosen, mistake, isPending, choose, send, cancel: () => setChosen(null) }
}
