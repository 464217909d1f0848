import { useTranslations } from 'use-intl'
import { Logo } from '#kit/ui/icon.tsx'
import { useState } from 'react'
import { useNow } from '#kit/web/use-now.ts'
import { DemoAccounts } from './demo-accounts.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { Schematic } from './schematic.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { useSite } from './use-site.ts'
import './sign-in.css'

/** `/login`: a drawing of a plant at the left, the form at the right; on a phone the form alone. */
export default function SignInScreen() {
  const translate = useTranslations('session')
  const common = useTranslations('common')
  const site = useSite()
  const now = useNow(60_000)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  return (
    <div className="sign-in">
      <aside className="sign-in-scene">
        <div className="sign-in-brand">
          <Logo size={28} />
          {common('productName')}
        </div>
        <div className="sign-in-drawing">
          <Schematic />
        </div>
        <footer>
          <span>{common('copyright', { year: String(new Date(now).getFullYear()) })}</span>
          {site && <span>{common('version', { version: site.version })}</span>}
        </footer>
      </aside>
      <main className="sign-in-card">
        <header>
          <LanguageChoice />
        </header>
        <div className="sign-in-middle">
          <h1>{translate('title')}</h1>
          <p className="sign-in-site">{site?.name ?? '\u00a0'}</p>
          <SignInForm email={email} password={password} onEmail={setEmail} onPassword={setPassword} />
          {site?.demo && (
            <DemoAccounts
              demo={site.demo}
              onChoose={(account) => {
                setEmail(account)
                setPassword(site.demo?.password ?? '')
              }}
            />
          )}
        </div>
        <footer>
          {site?.legacyUrl ? (
            <a className="link-quiet" href={site.legacyUrl}>
              {translate('previousWebsite')}
            </a>
          ) : (
            <span />
          )}
          <span>{site?.timezone}</span>
        </footer>
      </main>
    </div>
  )
}
