import { useLocale, useTranslations } from 'use-intl'
import type { Locale } from '#kit/model/locale.ts'
import { Icon, type IconName } from '#kit/ui/icon.tsx'
import { languageNames } from '#kit/web/texts/language.ts'
import type { ReadAloud } from './use-read-aloud.ts'
import './speech-bar.css'

const waves = [0.4, 0.9, 0.6, 1, 0.5, 0.8, 0.35]

/** How the newest answer is read aloud, and the ways to change that. They keep their places. */
export function SpeechBar({ reading }: { readonly reading: ReadAloud }) {
  const translate = useTranslations('assistant.speech')
  const { progress, voice, isMuted } = reading
  const isSpeaking = progress.kind === 'speaking'
  const cannot = voice !== 'ready'
  return (
    <div className="ask-speech" role="group" aria-label={translate('label')}>
      <span className="ask-wave" aria-hidden="true" data-on={isSpeaking ? '' : undefined}>
        {waves.map((height) => (
          <i key={height} style={{ '--height': height } as React.CSSProperties} />
        ))}
      </span>
      <SpeechState reading={reading} />
      <VoiceChoice reading={reading} />
      <Tool icon="stop" label={translate('stop')} isOff={!isSpeaking} onPress={reading.stop} />
      <Tool
        icon="refresh"
        label={translate('replay')}
        isOff={cannot || isMuted}
        onPress={reading.replay}
      />
      <Tool
        icon={isMuted ? 'sound-off' : 'sound'}
        label={translate('mute')}
        isPressed={isMuted}
        onPress={() => reading.setMuted(!isMuted)}
      />
    </div>
  )
}

function SpeechState({ reading: { progress, voice, language, isMuted } }: SpeechProps) {
  const translate = useTranslations('assistant.speech')
  if (voice === 'unsupported') return <p className="ask-spoken">{translate('unsupported')}</p>
  if (voice === 'none')
    return (
      <p className="ask-spoken">{translate('noVoice', { language: languageNames[language] })}</p>
    )
  if (progress.kind === 'speaking')
    return (
      <p className="ask-spoken">
        <b>{translate('speaking')}</b>
        <span className="ask-place">
          {translate('sentence', { number: progress.index + 1, total: progress.total })}
        </span>
      </p>
    )
  const kind = isMuted ? 'muted' : progress.kind === 'failed' ? 'failed' : 'silent'
  return (
    <p className="ask-spoken" data-weak={kind === 'silent' ? '' : undefined}>
      {translate(kind)}
    </p>
  )
}

interface SpeechProps {
  readonly reading: ReadAloud
}

/** Traditional Chinese, or the language of the interface where that is another one. */
function VoiceChoice({ reading: { language, setLanguage } }: SpeechProps) {
  const translate = useTranslations('assistant.speech')
  const locale = useLocale()
  if (locale === 'zh-TW') return null
  const offered: readonly Locale[] = ['zh-TW', locale]
  return (
    <span className="input ask-voice">
      <select
        aria-label={translate('language')}
        title={translate('language')}
        value={language}
        onChange={(event) => setLanguage(event.target.value === 'zh-TW' ? 'zh-TW' : locale)}
      >
        {offered.map((each) => (
          <option key={each} value={each}>
            {languageNames[each]}
          </option>
        ))}
      </select>
    </span>
  )
}

interface ToolProps {
  readonly icon: IconName
  readonly label: string
  readonly isOff?: boolean
  readonly isPressed?: boolean
  readonly onPress: () => void
}

/** Its word is beside its sign where there is room. It keeps the focus while it is off. */
function Tool({ icon, label, isOff = false, isPressed, onPress }: ToolProps) {
  return (
    <button
      type="button"
      className="button quiet small"
      title={label}
      aria-disabled={isOff}
      {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
      onClick={() => {
        if (!isOff) onPress()
      }}
    >
      <Icon name={icon} />
      <span className="ask-tool-word">{label}</span>
    </button>
  )
}
