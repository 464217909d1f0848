import { Button } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { useInterrupted, useUnsaved } from '#kit/web/screens/unsaved.ts'
import type { Profile } from '#features/accounts/contract/profile.ts'
import { SecondFactorOffDialog } from './second-factor-off-dialog.tsx'
import { SecondFactorSetUpDialog } from './second-factor-set-up-dialog.tsx'

/** Fewer unused recovery codes than this are worth a word. */
const fewCodes = 3

const formName = 'second-factor'

/** Whether signing in asks for a code of an authenticator, and the way to change that. */
export function SecondFactorPanel({ profile }: { readonly profile: Profile }) {
  const translate = useTranslations('session.secondFactor')
  const [dialog, setDialog] = useState<'set-up' | 'off' | null>(null)
  // Neither the password nor a code is stored beyond its form.
  useInterrupted(formName)
  /** Each opening is a dialog of its own: answers to an earlier one find it gone. */
  const [opening, setOpening] = useState(0)
  const markClosed = useUnsaved(formName, dialog !== null, () => null)
  const { secondFactor: isOn, recoveryCodesLeft: count } = profile
  const open = () => {
    setOpening(opening + 1)
    setDialog(isOn ? 'off' : 'set-up')
  }
  const close = () => {
    setDialog(null)
    markClosed()
  }
  return (
    <section className="panel" aria-labelledby="second-factor-title">
      <header className="panel-head">
        <h2 id="second-factor-title">{translate('title')}</h2>
        <span className="grow" />
        <span className="tag">{translate(isOn ? 'on' : 'off')}</span>
      </header>
      <div className="panel-body">
        <p className="profile-text">{translate(isOn ? 'onText' : 'offText')}</p>
        {isOn && (
          <p className="profile-hint">
            <Icon name={count < fewCodes ? 'info' : 'lock'} size={13} />
            {translate('codesLeft', { count })}
          </p>
        )}
        <Button icon={<Icon name="shield" />} onClick={open}>
          {translate(isOn ? 'turnOff' : 'turnOn')}
        </Button>
      </div>
      <SecondFactorSetUpDialog key={opening} isOpen={dialog === 'set-up'} onClose={close} />
      <SecondFactorOffDialog isOpen={dialog === 'off'} onClose={close} />
    </section>
  )
}
