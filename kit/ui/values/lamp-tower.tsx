import type { LampColour } from '#kit/model/sensor.ts'
import './lamp-tower.css'
import { attributeWriter, part, type Write } from '../write.ts'

/** Places from the top, as on the machine; grey is no lamp lit. */
const places = ['red', 'yellow', 'green', 'blue', 'white'] as const satisfies readonly LampColour[]

/**
 * A stack of five lamps: the lit one is larger and in its own place, so that colour is not needed
 * to read it.
 */
export function LampTower() {
  return (
    <div className="lamp-tower" data-part="lamp-tower" aria-hidden="true">
      {places.map((colour) => (
        <i key={colour} data-colour={colour} />
      ))}
    </div>
  )
}

/** Returns what lights the `LampTower` inside `root`; null: the colour is not known. */
export function mountLampTower(root: Element): Write<LampColour | null> {
  return attributeWriter(part(root, 'lamp-tower'), 'data-lit')
}

/** The CSS colour of a lamp. */
export function lampPaint(colour: LampColour): string {
  return `var(--lamp-${colour})`
}
