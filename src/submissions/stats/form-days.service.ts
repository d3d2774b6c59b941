import { Injectable } from '@nestjs/common';
import { HOURLY, PeriodicTask } from '../../platform/lifecycle/periodic-tasks';
import { type FormDay, FormDaysRepository } from './form-days.repository';
import { type NameUse, NameUseRepository } from './name-use.repository';

@Injectable()
export class FormDaysService {
  constructor(
    private readonly days: FormDaysRepository,
    private readonly names: NameUseRepository,
  ) {}

  /** Returns the last days, oldest first; days without submissions have zeros. */
  last(formId: string, days: number): Promise<FormDay[]> {
    return this.days.last(formId, days);
  }

  useOf(formId: string, name: string): Promise<NameUse> {
    return this.names.of(formId, name);
  }

  @PeriodicTask({ name: 'sweep of old days', processes: 'worker', everySeconds: HOURLY })
  sweep(): Promise<number> {
    return this.days.sweep();
  }
}
