import type { AlarmPriority } from '#kit/web/alarms/alarm-source.ts'

interface Pulse {
  /** Hz. */
  readonly pitch: number
  readonly count: number
}

/**
 * Higher and more often is more urgent, so that priorities are distinguished without looking (after
 * the principle of IEC 60601-1-8: more pulses for more urgency).
 */
const pulses: Readonly<Record<AlarmPriority, Pulse>> = {
  1: { pitch: 880, count: 3 },
  2: { pitch: 660, count: 2 },
  3: { pitch: 520, count: 1 },
}
const pulseSeconds = 0.16
const gapSeconds = 0.1
const loudness = 0.22
/** A tone that begins or ends at once clicks. */
const rampSeconds = 0.02

/** Audio that does not run by then waits for the person, or has no output. */
const startMs = 1_000

let context: AudioContext | null = null

/** `blocked`: the browser plays nothing before the person has pressed something on the page. */
export type Played = 'played' | 'blocked' | 'unsupported'

/** Plays the tone of a priority once. */
export async function playTone(priority: AlarmPriority): Promise<Played> {
  if (typeof AudioContext === 'undefined') return 'unsupported'
  if (!navigator.userActivation.hasBeenActive) return 'blocked'
  context ??= new AudioContext()
  if (!isRunning(context)) await start(context)
  // Pulses of a clock that stands still would all sound at once when it goes on.
  if (!isRunning(context)) return 'blocked'
  const { pitch, count } = pulses[priority]
  for (let pulse = 0; pulse < count; pulse++)
    playPulse(context, pitch, context.currentTime + pulse * (pulseSeconds + gapSeconds))
  return 'played'
}

const isRunning = ({ state }: AudioContext) => state === 'running'

/** Some browsers start audio only while the person presses something: the next press does. */
async function start(audio: AudioContext): Promise<void> {
  for (const type of ['pointerup', 'keydown']) document.addEventListener(type, resume)
  await Promise.race([
    audio.resume().catch(() => {}),
    new Promise<void>((resolve) => void setTimeout(resolve, startMs)),
  ])
}

function resume(): void {
  for (const type of ['pointerup', 'keydown']) document.removeEventListener(type, resume)
  context?.resume().catch(() => {})
}

function playPulse(audio: AudioContext, pitch: number, at: number): void {
  const tone = audio.createOscillator()
  const gain = audio.createGain()
  const end = at + pulseSeconds
  tone.frequency.value = pitch
  gain.gain.setValueAtTime(0, at)
  gain.gain.linearRampToValueAtTime(loudness, at + rampSeconds)
  gain.gain.setValueAtTime(loudness, end - rampSeconds)
  gain.gain.linearRampToValueAtTime(0, end)
  tone.connect(gain).connect(audio.destination)
  tone.start(at)
  tone.stop(end)
}
