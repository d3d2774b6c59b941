/** The budget of a template in units of work of about 10 ns. Unlike a time limit, it gives the same outcome on a busy machine. */
export const TEMPLATE_BUDGET = 5_000_000;
/** The budget of all templates and conditions of a run together, in units. */
export const RUN_BUDGET = 100_000_000;
/** The units of work after which other runs and requests get their turn. */
const UNITS_BETWEEN_TURNS = 50_000;

/** A template could not be rendered within its limits. The message contains nothing of the template or of the values. */
export class TemplateFailure extends Error {}

/** The work that the nodes of a run have done for their templates and conditions. */
export class RunBudget {
  private readonly spentBy = new Map<string, number>();
  private spent = 0;

  /** @param nextSlice resolves when the work may continue */
  begin(nodeId: string, nextSlice: () => Promise<void>): NodeWork {
    this.spent -= this.spentBy.get(nodeId) ?? 0;
    this.spentBy.set(nodeId, 0);
    return new NodeWork((units) => this.spend(nodeId, units), nextSlice);
  }

  private spend(nodeId: string, units: number): void {
    this.spent += units;
    this.spentBy.set(nodeId, this.spentBy.get(nodeId)! + units);
    if (this.spent > RUN_BUDGET) throw new TemplateFailure(RUN_EXCEEDED);
  }
}

export class NodeWork {
  private sinceTurn = 0;

  constructor(
    private readonly onSpent: (units: number) => void,
    private readonly nextSlice: () => Promise<void>,
  ) {}

  spend(units: number): void {
    this.sinceTurn += units;
    this.onSpent(units);
  }

  get isPauseDue(): boolean {
    return this.sinceTurn >= UNITS_BETWEEN_TURNS;
  }

  async pause(): Promise<void> {
    this.sinceTurn = 0;
    await this.nextSlice();
  }
}

export class TemplateWork {
  /** The first failure. LiquidJS wraps errors, so the caller reads it here. */
  failure: TemplateFailure | null = null;
  private spent = 0;

  constructor(readonly node: NodeWork) {}

  /** Called before the work is done. Throws when a budget is exceeded. */
  spend(units: number): void {
    this.spent += units;
    if (this.spent > TEMPLATE_BUDGET) throw this.fail(new TemplateFailure(TEMPLATE_EXCEEDED));
    try {
      this.node.spend(units);
    } catch (error) {
      throw this.fail(error as TemplateFailure);
    }
  }

  fail(failure: TemplateFailure): TemplateFailure {
    this.failure ??= failure;
    return failure;
  }
}

const written = (units: number): string => units.toLocaleString('en-US');

const TEMPLATE_EXCEEDED = `A template exceeds its rendering budget of ${written(TEMPLATE_BUDGET)} units of work.`;
const RUN_EXCEEDED = `The templates and conditions of the run exceed its rendering budget of ${written(RUN_BUDGET)} units of work.`;
