import { useEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { useTheme } from '#kit/web/theme/theme.ts'
import { pictureAddress } from './picture-files.ts'
import { pictureSize } from './picture-size.ts'

interface GuidePictureProps {
  /** Id of the page that it is on. */
  readonly page: string
  /** What it shows, in words. */
  readonly description: string
}

/** What a screen looks like, in the reader's language and theme; a press shows it larger. */
export function GuidePicture({ page, description }: GuidePictureProps) {
  const translate = useTranslations('toolbox.documentation')
  const locale = useLocale()
  const theme = useTheme((state) => state.theme)
  const [isLarge, setLarge] = useState(false)
  const address = pictureAddress(page, locale, theme)
  if (address === undefined) return null
  return (
    <>
      <button
        type="button"
        className="guide-picture"
        title={translate('enlarge')}
        onClick={() => setLarge(true)}
      >
        <img src={address} alt={description} loading="lazy" decoding="async" {...pictureSize} />
      </button>
      {isLarge && <LargePicture {...{ address, description }} onClose={() => setLarge(false)} />}
    </>
  )
}

interface LargePictureProps {
  readonly address: string
  readonly description: string
  readonly onClose: () => void
}

function LargePicture({ address, description, onClose }: LargePictureProps) {
  const common = useTranslations('common')
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (dialog.current && !dialog.current.open) dialog.current.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="guide-picture-dialog"
      aria-label={description}
      onClose={onClose}
    >
      <header>
        <span>{description}</span>
        <button
          type="button"
          className="icon-button"
          aria-label={common('close')}
          onClick={() => dialog.current?.close()}
        >
          <Icon name="close" />
        </button>
      </header>
      <img src={address} alt="" {...pictureSize} />
    </dialog>
  )
}
