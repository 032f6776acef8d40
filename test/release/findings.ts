// A proof's findings: statements that hold or do not, and measurements with their bounds.

export class Findings {
  private failed = 0
  private count = 0

  check(statement: string, holds: boolean, detail = ''): void {
    this.record(holds, detail === '' ? statement : `${statement} (${detail})`)
  }

  measure(name: string, value: number, most: number, unit: string): void {
    this.record(value <= most, `${name}: ${value.toFixed(1)} ${unit}, at most ${most} ${unit}`)
  }

  note(text: string): void {
    process.stdout.write(`note    ${text}\n`)
  }

  private record(holds: boolean, text: string): void {
    this.count++
    if (!holds) this.failed++
    process.stdout.write(`${holds ? 'holds  ' : 'BROKEN '} ${text}\n`)
  }

  /** Returns the number of broken ones. */
  end(): number {
    process.stdout.write(`${this.count} findings, ${this.failed} broken.\n`)
    process.exitCode = this.failed === 0 ? 0 : 1
    return this.failed
  }
}
