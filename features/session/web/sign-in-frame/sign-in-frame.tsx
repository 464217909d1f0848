import { useLayoutEffect, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Logo } from '#kit/ui/icon.tsx'
import { useNow } from '#kit/web/formats/use-now.ts'
import { LanguageChoice } from './language-choice.tsx'
import { Schematic } from './schematic.tsx'
import { useSite } from '../session/use-site.ts'
import './sign-in.css'

interface SignInFrameProps {
  /** Whose page it is; the partner's has colours of its own. */
  readonly brand?: 'own' | 'partner'
  readonly children: ReactNode
}

/**
 * The page of people who are not signed in: a drawing of a plant at the left, what they came for at
 * the right; on a phone that alone.
 */
export function SignInFrame({ brand = 'own', children }: SignInFrameProps) {
  const translate = useTranslations('session')
  const common = useTranslations('common')
  const site = useSite()
  const now = useNow(60_000)
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset['signIn'] = brand
    return () => void delete dataset['signIn']
  }, [brand])
  return (
    <div className="sign-in" data-brand={brand}>
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
        <div className="sign-in-middle">{children}</div>
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
