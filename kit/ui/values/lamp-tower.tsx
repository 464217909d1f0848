import type { LampColour } from '#kit/model/sensor.ts'
import './lamp-tower.css'
import { LiveElement } from '../live-element.ts'

/** Places from the top, as on the machine; grey is no lamp lit. */
const places = ['red', 'yellow', 'green', 'blue', 'white'] as const satisfies readonly LampColour[]

/**
 * A stack of five lamps: the lit one is larger and in its own place, so that colour is not needed
 * to read it.
 */
export function createLampTower() {
  const tower = new LiveElement()
  return {
    draw: () => (
      <div className="lamp-tower" ref={tower.ref} aria-hidden="true">
        {places.map((colour) => (
          <i key={colour} data-colour={colour} />
        ))}
      </div>
    ),
    /** `null`: the colour is not known. */
    write(lit: LampColour | null): void {
      tower.attribute('data-lit', lit)
    },
  }
}

/** The CSS colour of a lamp. */
export function lampPaint(colour: LampColour): string {
  return `var(--lamp-${colour})`
}
