import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../api/operation/operation';
import { PresetView } from '../forms/definition/field-view.dto';
import { PRESETS } from '../forms/definition/preset.rules';

@ApiTags('Fields')
@Controller('v1/validation-presets')
export class PresetsController {
  @Get()
  @Operation({
    operationId: 'listValidationPresets',
    summary: 'List the validation presets',
    bucket: 'read',
    reply: { type: PresetView, isList: true },
  })
  list(): PresetView[] {
    return PRESETS.map((preset) => PresetView.from(preset));
  }
}
